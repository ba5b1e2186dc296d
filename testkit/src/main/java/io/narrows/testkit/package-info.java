/** Shared code for tests of several modules. Depends on no other module of this project, and is never shipped. */
@NullMarked
package io.narrows.testkit;

import org.jspecify.annotations.NullMarked;
