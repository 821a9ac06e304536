import { isHopeless } from "../job-types";
import type { Services } from "../services";

type Mail = Services["mail"];

interface Retries {
  forbid(): Promise<void>;
  /** Takes effect when the job ends. */
  allow(): void;
}

/**
 * The mail of a job that sends one: retries are forbidden before the content goes out, and allowed again if the mail server certainly has not accepted
 * it. So a process that dies in between leaves a failed job, not a mail that is sent twice.
 */
export function createOneMail(mail: Mail, { forbid, allow }: Retries): Mail {
  return {
    ...mail,
    async send(message) {
      try {
        await mail.send(message, forbid);
      } catch (error) {
        if (!isHopeless(error)) allow();
        throw error;
      }
    },
    async sendNewsletter(copy) {
      const result = await mail.sendNewsletter(copy, forbid);
      if (result.outcome === "later") allow();
      return result;
    },
  };
}
