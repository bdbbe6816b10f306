/** The form of a configuration file. */
import { z } from "zod";

const texts = z.union([z.string(), z.array(z.string()).min(1)]);

const workspace = {
  location: z.string().min(1),
  prefix: z.string().optional(),
  markdown: texts.optional(),
  ignore: z.array(z.string()).optional(),
  noIgnore: z.boolean().optional(),
  hidden: z.boolean().optional(),
  permissions: z
    .strictObject({ read: z.boolean().optional(), write: z.boolean().optional(), delete: z.boolean().optional() })
    .optional(),
  approvals: z.enum(["all", "writes", "none"]).optional(),
  limits: z.record(z.string(), z.number()).optional(),
};

const name = z.string().regex(/^[a-z0-9][a-z0-9-]{0,62}$/, "a name has only a-z, 0-9 and -");

/** One knowledge base as the file describes it. */
export const workspaceSchema: z.ZodObject<typeof workspace> = z.strictObject(workspace);

/** Several, by name, or a single one. `$schema` is for editors. */
export const configurationSchema: z.ZodUnion<
  readonly [
    z.ZodObject<{ $schema: z.ZodOptional<z.ZodString>; workspaces: z.ZodRecord<typeof name, typeof workspaceSchema> }>,
    z.ZodObject<typeof workspace & { $schema: z.ZodOptional<z.ZodString> }>,
  ]
> = z.union([
  z.strictObject({ $schema: z.string().optional(), workspaces: z.record(name, workspaceSchema) }),
  z.strictObject({ $schema: z.string().optional(), ...workspace }),
]);
