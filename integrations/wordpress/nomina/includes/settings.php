<?php
/** The settings page: address, key, and what is filled in. The key is never shown again. */

defined( 'ABSPATH' ) || exit;

final class Nomina_Settings {
	const OPTION   = 'nomina';
	const DEFAULTS = array(
		'url'     => '',
		'key'     => '',
		'rename'  => true,
		'alt'     => true,
		'caption' => false,
	);

	public static function register() {
		add_action( 'admin_menu', array( __CLASS__, 'add_page' ) );
		add_action( 'admin_init', array( __CLASS__, 'add_option' ) );
	}

	/** The settings; constants in wp-config.php come first. */
	public static function get(): array {
		$settings = array_merge( self::DEFAULTS, (array) get_option( self::OPTION, array() ) );
		if ( defined( 'NOMINA_URL' ) ) {
			$settings['url'] = NOMINA_URL;
		}
		if ( defined( 'NOMINA_KEY' ) ) {
			$settings['key'] = NOMINA_KEY;
		}
		return $settings;
	}

	public static function client(): Nomina_Client {
		$settings = self::get();
		return new Nomina_Client( $settings['url'], $settings['key'] );
	}

	public static function add_page() {
		add_options_page( 'Nomina', 'Nomina', 'manage_options', 'nomina', array( __CLASS__, 'show_page' ) );
	}

	public static function add_option() {
		register_setting( 'nomina', self::OPTION, array( 'sanitize_callback' => array( __CLASS__, 'checked' ) ) );
	}

	/** What may be stored. A key that is left empty stays as it was; address and key are tried at once. */
	public static function checked( $input ): array {
		$input = (array) $input;
		$old   = array_merge( self::DEFAULTS, (array) get_option( self::OPTION, array() ) );
		$key   = trim( (string) ( $input['key'] ?? '' ) );
		$new   = array(
			'url'     => esc_url_raw( trim( (string) ( $input['url'] ?? '' ) ), array( 'http', 'https' ) ),
			'key'     => '' === $key ? $old['key'] : sanitize_text_field( $key ),
			'rename'  => ! empty( $input['rename'] ),
			'alt'     => ! empty( $input['alt'] ),
			'caption' => ! empty( $input['caption'] ),
		);
		$usage = ( new Nomina_Client( $new['url'], $new['key'] ) )->usage();
		if ( is_wp_error( $usage ) ) {
			add_settings_error( self::OPTION, $usage->get_error_code(), $usage->get_error_message() );
		} else {
			/* translators: %d: number of names */
			add_settings_error( self::OPTION, 'nomina_works', sprintf( __( 'The connection works. Names used today: %d.', 'nomina' ), $usage['dailyFiles'] ), 'success' );
		}
		return $new;
	}

	public static function show_page() {
		$settings = self::get();
		$has_key  = '' !== $settings['key'];
		?>
		<div class="wrap">
			<h1>Nomina</h1>
			<form method="post" action="options.php">
				<?php settings_fields( 'nomina' ); ?>
				<table class="form-table" role="presentation">
					<tr>
						<th scope="row"><label for="nomina-url"><?php esc_html_e( 'Server', 'nomina' ); ?></label></th>
						<td><input type="url" id="nomina-url" class="regular-text" name="nomina[url]" placeholder="https://nomina.example" value="<?php echo esc_attr( $settings['url'] ); ?>" <?php disabled( defined( 'NOMINA_URL' ) ); ?>></td>
					</tr>
					<tr>
						<th scope="row"><label for="nomina-key"><?php esc_html_e( 'API key', 'nomina' ); ?></label></th>
						<td>
							<input type="password" id="nomina-key" class="regular-text" name="nomina[key]" autocomplete="off" placeholder="<?php echo $has_key ? esc_attr__( 'Stored; enter another to replace it', 'nomina' ) : 'nmn_live_…'; ?>" <?php disabled( defined( 'NOMINA_KEY' ) ); ?>>
							<p class="description"><?php esc_html_e( 'A key with the scopes "name" and "read", made in the settings of Nomina.', 'nomina' ); ?></p>
						</td>
					</tr>
					<tr>
						<th scope="row"><?php esc_html_e( 'New images', 'nomina' ); ?></th>
						<td>
							<?php
							self::checkbox( 'rename', __( 'Descriptive file name and title', 'nomina' ) );
							self::checkbox( 'alt', __( 'Alt text', 'nomina' ) );
							self::checkbox( 'caption', __( 'Caption', 'nomina' ) );
							?>
						</td>
					</tr>
				</table>
				<?php submit_button(); ?>
			</form>
		</div>
		<?php
	}

	private static function checkbox( string $name, string $label ) {
		printf( '<label><input type="checkbox" name="nomina[%1$s]" value="1" %2$s> %3$s</label><br>', esc_attr( $name ), checked( self::get()[ $name ], true, false ), esc_html( $label ) );
	}
}
