/** The resources of the machine that a benchmark uses: folders and processor time. */
package io.narrows.bench.machine;
