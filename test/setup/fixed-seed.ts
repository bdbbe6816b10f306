/** Property tests draw the same values in every run, so that a run says something about the code and not about luck. */
import fc from "fast-check";

fc.configureGlobal({ seed: 20_261_130 });
