/** What the tests of several modules share. This module depends on none of ours and is never shipped. */
@NullMarked
package io.narrows.testkit;

import org.jspecify.annotations.NullMarked;
