#pragma once
#include <smmintrin.h>
