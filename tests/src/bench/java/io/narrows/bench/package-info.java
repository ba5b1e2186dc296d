/** The benchmarks of whole processes, run by {@code bin/bench}. */
package io.narrows.bench;
