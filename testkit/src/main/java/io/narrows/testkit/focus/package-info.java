/** The rules of a FOCUS dataset, for tests that write one. */
@NullMarked
package io.narrows.testkit.focus;

import org.jspecify.annotations.NullMarked;
