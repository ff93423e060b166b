//! Our own JPEG codec: planar, scaled decode, baseline and progressive.
