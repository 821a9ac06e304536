import { inquirySchema } from "../../contract/rest/inquiries";
import type { Upstream } from "./client.server";

export interface InquiryInput {
  company: string | null;
  name: string;
  email: string;
  phone: string | null;
}

/** Requests a demo. A form submitted twice takes effect once. */
export const createInquiry = (upstream: Upstream, inquiry: InquiryInput, idempotencyKey: string | undefined) =>
  upstream.write("POST", "/inquiries", inquirySchema, { inquiry }, idempotencyKey === undefined ? {} : { idempotencyKey });
