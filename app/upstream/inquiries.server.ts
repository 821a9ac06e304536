import { inquirySchema } from "../../contract/rest/inquiries";
import type { Upstream } from "./client.server";

export interface InquiryInput {
  company: string | null;
  name: string;
  email: string;
  phone: string | null;
}

/** Asks for a demonstration; the same form sent twice counts once. */
export const createInquiry = (upstream: Upstream, inquiry: InquiryInput, idempotencyKey: string | undefined) =>
  upstream.write("POST", "/inquiries", inquirySchema, { inquiry }, idempotencyKey === undefined ? {} : { idempotencyKey });
