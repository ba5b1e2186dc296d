/** The benchmarks that run whole processes: what {@code bin/bench} starts. */
package io.narrows.bench;
