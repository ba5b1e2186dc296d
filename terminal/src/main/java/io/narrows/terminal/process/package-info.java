/** The command line's process: its signals, its standard streams, and the command that started it. */
@NullMarked
package io.narrows.terminal.process;

import org.jspecify.annotations.NullMarked;
