/** Where the command line keeps work between its runs. */
import { join, resolve } from "node:path";

type Environment = Readonly<Record<string, string | undefined>>;

/** The word that turns keeping off in `GRAPHDOWN_CACHE`. */
const off = "off";

/**
 * The folder that `GRAPHDOWN_CACHE` names, else `graphdown` in the user's cache folder as the system has it; `undefined` for `off`, and
 * where the environment names no home.
 */
export function cacheFolderOf(
  environment: Environment,
  platform: NodeJS.Platform = process.platform,
): string | undefined {
  const named = environment["GRAPHDOWN_CACHE"];
  if (named === off) return undefined;
  if (named) return resolve(named);
  const parent = userCache(environment, platform);
  return parent && join(parent, "graphdown");
}

function userCache(environment: Environment, platform: NodeJS.Platform): string | undefined {
  if (platform === "win32") return environment["LOCALAPPDATA"];
  const { XDG_CACHE_HOME: given, HOME: home } = environment;
  // The specification of these folders has relative paths ignored.
  if (platform !== "darwin" && given?.startsWith("/")) return given;
  if (!home) return undefined;
  return platform === "darwin" ? join(home, "Library", "Caches") : join(home, ".cache");
}
