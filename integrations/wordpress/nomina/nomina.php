<?php
/**
 * Plugin Name: Nomina
 * Description: Gives uploaded images descriptive file names, alt text and captions through a Nomina server.
 * Version: 0.1.0
 * Requires at least: 6.0
 * Requires PHP: 7.4
 * License: MIT OR Apache-2.0
 * Text Domain: nomina
 */

defined( 'ABSPATH' ) || exit;

require __DIR__ . '/includes/client.php';
require __DIR__ . '/includes/settings.php';
require __DIR__ . '/includes/notices.php';
require __DIR__ . '/includes/uploads.php';

Nomina_Settings::register();
Nomina_Notices::register();
Nomina_Uploads::register();
