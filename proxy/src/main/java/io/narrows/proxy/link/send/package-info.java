/** The sending direction of a link: which codec encodes a frame, on which thread, and when. */
@NullMarked
package io.narrows.proxy.link.send;

import org.jspecify.annotations.NullMarked;
