/** The command line's process: its signals, its standard streams, and the command that started it. */
package io.narrows.terminal.process;
