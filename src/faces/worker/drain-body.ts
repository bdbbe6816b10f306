/** Takes in what an answer has left of a request's body. */

/**
 * Most bytes that are read for nothing. More than a refused request may hold, since who sends it would otherwise see the connection break
 * and not the refusal.
 */
const maximumDrainedBytes = 32 * 1024 * 1024;

/**
 * Reads and drops a body that nobody has begun to read. A connection on which a part of a request is left can't carry the next one. A
 * body that is longer than the bound, or breaks off, is given up: its connection ends.
 */
export async function drainBody({ body, bodyUsed }: Request): Promise<void> {
  if (body === null || bodyUsed || body.locked) return;
  const reader = body.getReader();
  try {
    for (let length = 0; length <= maximumDrainedBytes; ) {
      const { done, value } = await reader.read();
      if (done) return;
      length += value.byteLength;
    }
    await reader.cancel();
  } catch {
    // The client has gone, or what it sends can't be read: nobody waits for the rest.
  }
}
