/** {@code narrows bench}: the benchmarks that work with the shipped files. */
@NullMarked
package io.narrows.lab.bench;

import org.jspecify.annotations.NullMarked;
