/** Summaries of runs: medians, tables, and their place in the documentation. */
package io.narrows.bench.report;
