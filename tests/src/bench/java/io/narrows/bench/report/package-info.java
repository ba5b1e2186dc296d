/** Figures of many runs: their medians, their tables, their place in the documentation. */
package io.narrows.bench.report;
