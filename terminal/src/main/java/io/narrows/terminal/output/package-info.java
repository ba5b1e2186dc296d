/** Output that several verbs share: JSON for programs, progress on a terminal. */
@NullMarked
package io.narrows.terminal.output;

import org.jspecify.annotations.NullMarked;
