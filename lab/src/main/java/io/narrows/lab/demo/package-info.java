/** The demo: two sidecar processes carry recorded traffic between two regions, and their own metrics show the savings. */
package io.narrows.lab.demo;
