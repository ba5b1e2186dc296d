/** Captured connections, compressed as two sidecars would. */
@NullMarked
package io.narrows.estimate.run;

import org.jspecify.annotations.NullMarked;
