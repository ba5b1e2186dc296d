/** Frames on the wire: their descriptor, header, checksums, and the classes that read and write them. */
@NullMarked
package io.narrows.proxy.link.frame;

import org.jspecify.annotations.NullMarked;
