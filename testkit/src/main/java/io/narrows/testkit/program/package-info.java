/** The programs of {@code bin/bench} and {@code bin/soak}: one main for each script, and options that several programs have. */
@NullMarked
package io.narrows.testkit.program;

import org.jspecify.annotations.NullMarked;
