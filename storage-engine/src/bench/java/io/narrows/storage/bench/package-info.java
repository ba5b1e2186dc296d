/** Benchmarks of the storage engine, with their shared code. {@code bin/bench} runs them. */
package io.narrows.storage.bench;
