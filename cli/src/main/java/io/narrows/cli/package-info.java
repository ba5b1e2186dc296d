/**
 * The command line: one thin class for each verb. Results go to standard output, everything else to standard error; a file or
 * command line with mistakes ends with exit code 2 before anything starts.
 */
package io.narrows.cli;
