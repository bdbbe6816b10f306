/** Reads the settings of a Worker from its environment. What is wrong with them is `invalid_options`, naming the variable. */
import { GraphdownError } from "../../base/errors.ts";
import type { Limits } from "../../base/limits.ts";
import { type LogicalPath, parseLogicalPath } from "../../base/logical-path.ts";
import { parseJson } from "../../base/parse-json.ts";
import type { FileContextOptions } from "../../context/context-options.ts";
import type { R2Bucket } from "../../storage/r2/r2-bucket.ts";
import { checkConfiguration, type DescribedWorkspace } from "../cli/configuration/check-configuration.ts";
import { workspaceOptions } from "../cli/configuration/workspace-options.ts";
import { parseTokenFile } from "../http/access-tokens.ts";
import type { AccessSettings } from "../http/authenticate.ts";
import type { JwtSettings } from "../http/jwt-access.ts";
import type { WorkerEnvironment } from "./worker-environment.ts";

/** One knowledge base of a Worker. */
export interface WorkerWorkspace extends Omit<FileContextOptions, "store" | "prefix"> {
  readonly bucket: R2Bucket;
  /** Only this folder of the bucket. */
  readonly prefix: LogicalPath | undefined;
  /** Nobody writes there but the workspace's own object. */
  readonly isExclusive: boolean;
}

export interface WorkerSettings {
  readonly workspaces: Readonly<Record<string, WorkerWorkspace>>;
  readonly access: AccessSettings;
  /** `undefined` for any host where tokens are asked for, and for none but this machine's where they are not. */
  readonly hosts: readonly string[] | undefined;
  readonly origins: readonly string[];
  readonly requestsPerMinute: number | undefined;
  /** Most files that one request parses itself. */
  readonly buildFiles: number;
  /** What answers depend on, as text. */
  readonly configuration: string;
}

/** What an isolate of 128 MB can hold. A workspace may say otherwise. */
export const workerLimits: Partial<Limits> = { maximumMarkdownFiles: 10_000, maximumMarkdownFileBytes: 1024 * 1024 };

/** A file is a subrequest, of which the smallest plan has 1,000 for each request. */
const defaultBuildFiles = 500;

export function readWorkerSettings(environment: WorkerEnvironment): WorkerSettings {
  const described = describedWorkspaces(environment.GRAPHDOWN_CONFIG);
  const workspaces = Object.entries(described).map(
    ([name, each]) => [name, workspaceOf(name, each, environment)] as const,
  );
  return {
    workspaces: Object.fromEntries(workspaces),
    access: accessOf(environment),
    hosts: listOf(environment.GRAPHDOWN_HOSTS),
    origins: listOf(environment.GRAPHDOWN_ORIGINS) ?? [],
    requestsPerMinute: countOf("GRAPHDOWN_RATE", environment.GRAPHDOWN_RATE),
    buildFiles: countOf("GRAPHDOWN_BUILD_FILES", environment.GRAPHDOWN_BUILD_FILES) ?? defaultBuildFiles,
    configuration: JSON.stringify(described),
  };
}

function describedWorkspaces(given: unknown): Readonly<Record<string, DescribedWorkspace>> {
  if (given === undefined || given === "") return { default: { location: "r2:BUCKET" } };
  let value: unknown = given;
  if (typeof given === "string") {
    try {
      value = parseJson(given);
    } catch (cause) {
      throw wrong("GRAPHDOWN_CONFIG", (cause as Error).message, cause);
    }
  }
  const described = checkConfiguration(value);
  if (typeof described === "string") throw wrong("GRAPHDOWN_CONFIG", described);
  return described;
}

function workspaceOf(name: string, described: DescribedWorkspace, environment: WorkerEnvironment): WorkerWorkspace {
  const { location, prefix, exclusive = false } = described;
  const [, binding, folder] = /^r2:([A-Za-z_$][\w$]*)(?:\/(.*))?$/.exec(location) ?? [];
  if (binding === undefined) {
    throw wrong(
      "GRAPHDOWN_CONFIG",
      `the location of the workspace ${name} is ${JSON.stringify(location)}, and a Worker reads r2:BINDING or r2:BINDING/folder`,
    );
  }
  const bucket = (environment as Readonly<Record<string, unknown>>)[binding];
  if (!isBucket(bucket))
    throw wrong(binding, `no R2 bucket is bound under this name, and the workspace ${name} is in it`);
  if (exclusive && environment.WORKSPACES === undefined) {
    throw wrong(
      "WORKSPACES",
      `the workspace ${name} is exclusive, and no Durable Objects are bound that its writes could go through`,
    );
  }
  const folders = [folder, prefix]
    .map((each) => each?.replace(/\/$/, ""))
    .filter((each) => each !== undefined && each !== "");
  const below = folders.length === 0 ? undefined : parseLogicalPath(folders.join("/"));
  const options = workspaceOptions(described);
  return {
    bucket,
    prefix: below,
    isExclusive: exclusive,
    ...options,
    approvals: options.approvals ?? "writes",
    limits: { ...workerLimits, ...options.limits },
    workspace: name,
  };
}

function isBucket(value: unknown): value is R2Bucket {
  return typeof value === "object" && value !== null && ["head", "get", "put", "list"].every((name) => name in value);
}

function accessOf(environment: WorkerEnvironment): AccessSettings {
  const { GRAPHDOWN_TOKENS: lines, GRAPHDOWN_TOKEN: token } = environment;
  const tokens = lines === undefined ? [] : parseTokenFile(lines);
  const one = token ? [{ token, scopes: ["read", "write"] as const, workspaces: ["*"], actor: "token" }] : [];
  return { tokens: [...tokens, ...one], jwt: jwtOf(environment) };
}

function jwtOf(environment: WorkerEnvironment): JwtSettings | undefined {
  const { GRAPHDOWN_JWT_KEYS: jwksUrl, GRAPHDOWN_JWT_ISSUER: issuer, GRAPHDOWN_JWT_AUDIENCE: audience } = environment;
  if (!jwksUrl && !issuer && !audience) return undefined;
  if (jwksUrl && issuer && audience) return { jwksUrl, issuer, audience };
  throw wrong("GRAPHDOWN_JWT_KEYS", "signed tokens need GRAPHDOWN_JWT_KEYS, _ISSUER and _AUDIENCE, all three");
}

function listOf(value: string | undefined): readonly string[] | undefined {
  const words = value
    ?.split(",")
    .map((word) => word.trim())
    .filter((word) => word !== "");
  return words === undefined || words.length === 0 ? undefined : words;
}

function countOf(variable: string, value: string | undefined): number | undefined {
  if (value === undefined || value === "") return undefined;
  if (/^[1-9]\d{0,8}$/.test(value)) return Number(value);
  throw wrong(variable, `it must be a whole number of at least 1, and is ${JSON.stringify(value)}`);
}

function wrong(option: string, why: string, cause?: unknown): GraphdownError {
  return new GraphdownError({
    code: "invalid_options",
    message: `The Worker's ${option} can't be used: ${why.replace(/\.$/, "")}.`,
    details: { option },
    next: "Mend it in wrangler.toml or among the secrets; docs/workers.md shows both.",
    cause,
  });
}
