/** The programs of {@code bin/bench} and {@code bin/soak}: one main for each script, and options that several programs have. */
package io.narrows.testkit.program;
