import { sendInquiryMail } from "../domain/home/inquiries";
import type { Services } from "../services";
import type { JobHandlers } from "./handlers";

export const inquiryJobs = (services: Services): JobHandlers<"inquiry-mail"> => ({
  "inquiry-mail": ({ inquiryId }) => sendInquiryMail(services, inquiryId),
});
