/**
 * The command line: one thin class per verb. Results go to standard output, everything else to standard error. A mistake in a
 * file or the command line ends the process with exit code 2 before anything starts.
 */
@NullMarked
package io.narrows.cli;

import org.jspecify.annotations.NullMarked;
