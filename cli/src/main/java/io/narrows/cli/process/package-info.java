/** The process that the command line runs in: its signals, its standard streams, and the command that started it. */
package io.narrows.cli.process;
