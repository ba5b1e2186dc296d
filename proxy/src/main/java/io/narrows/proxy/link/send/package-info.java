/** The sending direction of a link: which codec encodes a frame, where, and when. */
@NullMarked
package io.narrows.proxy.link.send;

import org.jspecify.annotations.NullMarked;
