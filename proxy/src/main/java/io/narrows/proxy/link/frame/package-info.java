/** Frames on the wire: their descriptor, header, checksums, and the classes that read and write them. */
package io.narrows.proxy.link.frame;
