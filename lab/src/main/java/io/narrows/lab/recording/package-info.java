/** Recorded traffic, packed into one small file, for the demo. */
@NullMarked
package io.narrows.lab.recording;

import org.jspecify.annotations.NullMarked;
