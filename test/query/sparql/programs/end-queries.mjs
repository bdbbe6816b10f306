/**
 * Ends queries around the time at which they have their answer made, each in a new thread. Prints how many were ended and how many ran to
 * their end.
 */
import { createFileContext, createMemoryStore } from "graphdown";

const rounds = Number(process.argv[2]);
const query = "CONSTRUCT { ?s ?p ?o . ?o ?p ?s . ?a ?b ?c } { ?s ?p ?o . ?a ?b ?c }";
const endless = "SELECT (COUNT(*) AS ?all) { ?a ?b ?c . ?d ?e ?f . ?g ?h ?i }";

const sections = Array.from({ length: 40 }, (_, number) => `## Part ${number}\n\n[a](${(number * 7) % 60}.md) words`);
const files = Object.fromEntries(Array.from({ length: 60 }, (_, number) => [`${number}.md`, sections.join("\n\n")]));

async function endQueries() {
  const context = await createFileContext({ store: createMemoryStore({ files }), approvals: "none" });
  await countNotes(context);
  const start = performance.now();
  await isEnded(context, query, 60_000);
  const wholeMs = performance.now() - start;
  let ended = 0;
  for (let round = 0; round < rounds; round++) {
    // The thread ends with it, and the next one has not compiled anything yet.
    if (!(await isEnded(context, endless, 50))) throw new Error("A query without end has ended.");
    await countNotes(context);
    if (await isEnded(context, query, Math.round(wholeMs * (1.1 - (0.5 * round) / rounds)))) ended++;
  }
  await countNotes(context);
  await context.close();
  return ended;
}

/** Has the store of the thread made, too. */
async function countNotes(context) {
  const { rows } = await context.sparql("SELECT (COUNT(*) AS ?notes) { ?note a md:Document }");
  if (rows[0].notes.value !== String(Object.keys(files).length)) throw new Error(`${rows[0].notes.value} notes.`);
}

async function isEnded(context, asked, timeoutMs) {
  try {
    await context.sparql(asked, { timeoutMs });
    return false;
  } catch (error) {
    if (error.code !== "limit_exceeded") throw error;
    return true;
  }
}

const ended = await Promise.all([endQueries(), endQueries()]);
const total = ended[0] + ended[1];
process.stdout.write(JSON.stringify({ ended: total, answered: 2 * rounds - total }));
