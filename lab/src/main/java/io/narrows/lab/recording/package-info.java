/** Recorded traffic, packed into one small file, for the demo. */
package io.narrows.lab.recording;
