/** What `mcp install` would enter where. */
import { GraphdownError } from "../../../base/errors.ts";
import { nearestName } from "../../../base/nearest-name.ts";
import { showPath } from "../../../base/show-path.ts";
import { type ClientFormat, clientFormats, type HostFolders, type ServerCommand } from "./client-formats.ts";

export interface InstallOrder {
  readonly client: string;
  /** The name of the entry. */
  readonly name: string;
  readonly command: ServerCommand;
  readonly host: HostFolders;
}

export interface InstallPlan {
  readonly format: ClientFormat;
  /** Segments of the file's path; `undefined` where this host has no place for it. */
  readonly file: readonly [folder: string, ...names: string[]] | undefined;
  readonly path: readonly [member: string, name: string];
  readonly entry: object;
}

const plainName = /^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/;

/** An unknown client, or a name that not every client takes, is `invalid_input`. */
export function planInstall({ client, name, command, host }: InstallOrder): InstallPlan {
  const format = Object.hasOwn(clientFormats, client) ? clientFormats[client] : undefined;
  if (format === undefined) throw unknownClient(client);
  if (!plainName.test(name)) throw badName(name);
  return { format, file: format.file(host), path: [format.member, name], entry: format.entry(command) };
}

function unknownClient(client: string): GraphdownError {
  const known = Object.keys(clientFormats);
  const nearest = nearestName(client, known);
  return new GraphdownError({
    code: "invalid_input",
    message: `The configuration of a client "${showPath(client)}" is not known.`,
    details: { known, ...(nearest === undefined ? {} : { nearest }) },
    next: nearest === undefined ? `Known are ${known.join(", ")}.` : `Did you mean ${nearest}?`,
  });
}

function badName(name: string): GraphdownError {
  return new GraphdownError({
    code: "invalid_input",
    message: `"${showPath(name)}" can't be the name of a server.`,
    details: { option: "name" },
    next: "Use up to 64 letters, digits, _ and -, beginning with a letter or digit.",
  });
}
