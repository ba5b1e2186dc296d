/** Output that several verbs share: JSON, and progress on a terminal. */
@NullMarked
package io.narrows.terminal.output;

import org.jspecify.annotations.NullMarked;
