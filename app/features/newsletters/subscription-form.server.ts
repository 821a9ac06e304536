import { z } from "zod";
import { trapSchema } from "~/forms/read-form.server";
import { emailSchema } from "../../../contract/rest/shared";
import { localeSchema } from "../../../contract/rest/users";

export const subscriptionFormSchema = z.object({ email: emailSchema, locale: localeSchema, website: trapSchema });
