/** Benchmarks of the storage engine, and what several of them share. {@code bin/bench} runs them. */
package io.narrows.storage.bench;
