/** Runs the shared behaviour cases of what is built against the library. */
import { describe, expect, it } from "vitest";
import type { BehaviourCase } from "./behaviour-case.ts";
import { checkSameTriples } from "./check-output.ts";
import { checks } from "./checks.ts";
import { loadCases } from "./shared-cases.ts";
import { specialCases } from "./special-cases.ts";
import { openWorld } from "./world.ts";

const cases = loadCases<BehaviourCase>("behaviour.jsonl")?.filter((each) => each.package === "main job");

/** Words that say how to check the output rather than what to expect. */
const outputWords = new Set(["networkCalls", "roundTripTriples"]);

describe.skipIf(cases === undefined)("the shared behaviour cases", () => {
  it.each((cases ?? []).map((each) => [each.id, each] as const))("%s", async (id, each) => {
    const special = specialCases[id];
    if (special !== undefined) return special(each);
    const zone = process.env["TZ"];
    if (each.call.includes("America/Los_Angeles")) process.env["TZ"] = "America/Los_Angeles";
    try {
      const world = await openWorld(each);
      for (const [word, expected] of Object.entries(each.expect.exact)) {
        const check = checks[word];
        if (check !== undefined) await check(world, expected as never, each);
        else expect(outputWords.has(word), `the word ${word} is known`).toBe(true);
      }
      if ("roundTripTriples" in each.expect.exact) await checkSameTriples(world);
    } finally {
      if (zone === undefined) delete process.env["TZ"];
      else process.env["TZ"] = zone;
    }
  });
});
