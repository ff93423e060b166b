#pragma once
double pow(double, double);
double log(double);
double exp(double);
double sqrt(double);
double fabs(double);
double floor(double);
double ceil(double);
double log10(double);
double cbrt(double);
float fabsf(float);
float powf(float, float);
float logf(float);
float expf(float);
float sqrtf(float);
float floorf(float);
