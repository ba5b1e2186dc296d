/** Descriptions of the command line: shell completion, and manual pages. */
@NullMarked
package io.narrows.cli.help;

import org.jspecify.annotations.NullMarked;
