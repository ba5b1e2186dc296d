/** The demo: two sidecar processes carry recorded traffic between two regions, and their own metrics show the savings. */
@NullMarked
package io.narrows.lab.demo;

import org.jspecify.annotations.NullMarked;
