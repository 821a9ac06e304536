import { isHopeless } from "../job-types";
import type { Services } from "../services";

type Mail = Services["mail"];

interface Retries {
  forbid(): Promise<void>;
  allow(): Promise<void>;
}

/**
 * The mail of a job that sends one: retries are forbidden before the content goes out, and allowed again if the mail server certainly has not accepted
 * it. So a process that dies in between leaves a failed job, not a mail that is sent twice.
 */
export function createOneMail(mail: Mail, { forbid, allow }: Retries): Mail {
  let isForbidden = false;
  const beforeContent = async () => {
    await forbid();
    isForbidden = true;
  };
  const allowAgain = async () => {
    if (isForbidden) await allow();
    isForbidden = false;
  };
  return {
    ...mail,
    async send(message) {
      try {
        await mail.send(message, beforeContent);
      } catch (error) {
        if (!isHopeless(error)) await allowAgain();
        throw error;
      }
    },
    async sendNewsletter(copy) {
      const result = await mail.sendNewsletter(copy, beforeContent);
      if (result.outcome === "later") await allowAgain();
      return result;
    },
  };
}
