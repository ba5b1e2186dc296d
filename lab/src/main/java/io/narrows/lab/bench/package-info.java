/** {@code narrows bench}: the benchmarks that work with the shipped files. */
package io.narrows.lab.bench;
