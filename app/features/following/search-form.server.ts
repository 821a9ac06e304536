import { renameFollowBodySchema } from "../../../contract/rest/follows";

export const searchFormSchema = renameFollowBodySchema.shape.follow;
