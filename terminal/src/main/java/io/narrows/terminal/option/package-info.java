/** Options that several verbs share, and converters of their values. */
@NullMarked
package io.narrows.terminal.option;

import org.jspecify.annotations.NullMarked;
