/** The error for bytes that no writer has written so: they were damaged, or are of another version. */
import { GraphdownError } from "../../base/errors.ts";

/** `storage_failed` with the reason `kept_work_damaged`. Questions throw the kept work away and begin again. */
export class DamagedBytes extends GraphdownError {
  constructor() {
    super({
      code: "storage_failed",
      message: "What was kept from an earlier run is damaged.",
      details: { reason: "kept_work_damaged" },
      next: "Try again; if it fails again, clear what is kept with graphdown cache clear.",
    });
  }
}
