/** Holds responses against `/openapi.json`. */
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import { expect } from "vitest";

interface Description {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

interface Operation {
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, unknown>> }>>;
}

/** Judges one response: whether its status, media type and JSON are as the description says. */
export type CheckResponse = (answer: {
  readonly method: string;
  /** As it was sent, without the host. */
  readonly target: string;
  readonly status: number;
  readonly contentType: string | null;
  readonly text: string;
}) => void;

/** Paths that serve the description and pages, and MCP, which has a protocol of its own. */
const undescribed = /^(\/openapi\.json|\/docs|\/mcp|\/w\/[^/]+\/mcp)/;

export function createResponseCheck(description: Description): CheckResponse {
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  ajv.addSchema(description, "api");
  const validators = new Map<string, ValidateFunction>();
  const validatorAt = (pointer: string): ValidateFunction => {
    const known = validators.get(pointer) ?? ajv.compile({ $ref: `api#${pointer}` });
    validators.set(pointer, known);
    return known;
  };
  return ({ method, target, status, contentType, text }) => {
    const path = (target.split("?", 1)[0] as string).replace(/^\/w\/[^/]+(?=\/v1\/)/, "");
    if (undescribed.test(path)) return;
    const type = contentType?.split(";", 1)[0] ?? "";
    const template = findPath(description, path, method);
    if (template === undefined) {
      expect(type, `${method} ${target} is not described`).toMatch(/^application\/problem\+json$|^$/);
      return;
    }
    const key = method === "HEAD" ? "get" : method.toLowerCase();
    const { responses } = (description.paths[template] as Record<string, Operation>)[key] as Operation;
    const name = String(status) in responses ? String(status) : "default";
    expect(responses, `${method} ${target} ${status}`).toHaveProperty(name);
    const content = responses[name]?.content;
    if (content === undefined || text === "") return;
    const media = type in content ? type : "*/*";
    expect(Object.keys(content), `${method} ${target} ${status} in ${type}`).toContain(media);
    if (!/json$/.test(type) || media === "*/*") return;
    const validate = validatorAt(pointerOf(["paths", template, key, "responses", name, "content", media, "schema"]));
    expect(
      validate(JSON.parse(text)),
      `${method} ${target} ${status}: ${ajv.errorsText(validate.errors)} in ${text.slice(0, 400)}`,
    ).toBe(true);
  };
}

/** The described path that a concrete one fits: one without parameters first. */
function findPath(description: Description, path: string, method: string): string | undefined {
  const key = method === "HEAD" ? "get" : method.toLowerCase();
  const fitting = Object.keys(description.paths).filter((template) => {
    const pattern = template
      .replaceAll(/[.*+?^$()|[\]\\]/g, "\\$&")
      .replaceAll(/\{[a-z]+\}/g, template.startsWith("/v1/files") ? ".*" : "[^/]+");
    return new RegExp(`^${pattern}$`).test(path) && description.paths[template]?.[key] !== undefined;
  });
  return fitting.sort((a, b) => Number(a.includes("{")) - Number(b.includes("{")))[0];
}

function pointerOf(segments: readonly string[]): string {
  return segments.map((each) => `/${encodeURIComponent(each.replaceAll("~", "~0").replaceAll("/", "~1"))}`).join("");
}
