/** Benchmarks of the storage engine. {@code bin/bench} runs them. */
package io.narrows.storage.bench;
