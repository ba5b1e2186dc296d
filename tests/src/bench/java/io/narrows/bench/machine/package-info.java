/** What a benchmark takes of the machine: folders, processor time. */
package io.narrows.bench.machine;
